import main = require('./index')

/** What `@poppinss/utils/json` exports, by name and as the default export. */
declare namespace json {
  type JSONReviver = (this: any, key: string, value: any) => any
  type JSONReplacer = main.Replacer

  /** `JSON.stringify` that writes a BigInt as a string and leaves a circular reference out. */
  const safeStringify: typeof main.safeStringify

  /**
   * `JSON.parse` without own `__proto__` properties, and without `constructor` where it has a `prototype`.
   * @throws {SyntaxError} When the text is no JSON.
   */
  function safeParse (jsonString: string, reviver?: JSONReviver): any
}

export = json
