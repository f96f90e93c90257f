/**
 * `JSON.stringify` that never throws on a circular reference or a BigInt.
 *
 * For every value that `JSON.stringify` accepts, the text is the same, byte for byte. A BigInt is written as its
 * decimal digits in a string; a reference to an ancestor counts as `undefined`: it is left out of an object and
 * is `null` in an array.
 *
 * @param value Any value.
 * @param replacer A function that is called for each value with its key, `this` being the object that holds it, and
 *   whose result is written instead; or a list of the only keys to be written.
 * @param space Indentation: a number of spaces (at most 10) or a text (its first 10 characters are used).
 * @returns The JSON text, or `undefined` when the value has none: `undefined`, a function, a symbol.
 * @throws Whatever a getter, `toJSON`, the replacer or a Proxy throws, unchanged.
 * @throws {RangeError} When the text would be longer than the longest string.
 */
declare function safeStringify (
  value: any,
  replacer?: safeStringify.Replacer | null,
  space?: safeStringify.Space | null
): string | undefined

declare namespace safeStringify {
  /** `JSON.stringify`'s second argument. */
  export type Replacer =
    | ((this: any, key: string, value: any) => any)
    | ReadonlyArray<string | number | String | Number>

  /** `JSON.stringify`'s third argument. */
  export type Space = string | number | String | Number

  /** A function of `JSON.stringify`'s form. */
  export type Stringify = (value: any, replacer?: Replacer | null, space?: Space | null) => string | undefined

  /**
   * How the text is made. All of them make the same text.
   *
   * - `auto` chooses for each value, by what it has learnt about values of that kind.
   * - `v8` is `JSON.stringify`, helped where it would throw.
   * - `tape` reads the value in JavaScript and prints it in Rust. It needs the native addon.
   * - `walk` reads and prints in Rust: slower, on a constant amount of stack. It needs the native addon.
   * - `portable` reads and prints in JavaScript.
   */
  export type Engine = 'auto' | 'v8' | 'tape' | 'walk' | 'portable'

  export interface Options {
    /**
     * The engine.
     * @default 'auto'
     */
    engine?: Engine
    /**
     * What a BigInt becomes: its decimal digits in a string, or a `TypeError` as in `JSON.stringify`.
     * @default 'string'
     */
    bigint?: 'string' | 'throw'
    /**
     * What a reference to an ancestor becomes: `undefined`, or, with the constructor `TypeError`, the error that
     * `JSON.stringify` throws.
     * @default undefined
     */
    circularValue?: undefined | TypeErrorConstructor
    /**
     * Whether the keys of an object are sorted. So far they are written in their own order only.
     * @default false
     */
    deterministic?: false
  }

  /**
   * Makes a function of `safeStringify`'s form with other choices. Options that are left out keep `safeStringify`'s.
   *
   * @example
   * const strict = configure({ bigint: 'throw', circularValue: TypeError }) // JSON.stringify exactly
   * @throws {TypeError} For an unknown option or a value an option does not take.
   * @throws {Error} For `engine: 'tape'` and `'walk'` when the native addon is not loaded; `cause` or the message says why.
   */
  export function configure (options?: Options): Stringify

  /** Which printer is loaded: the addon in Rust, or, without a binary for this platform, the one in JavaScript. */
  export const engine: 'native' | 'portable'

  /** Why the addon is not loaded; `undefined` when it is. */
  export const loadError: Error | undefined

  export { safeStringify, safeStringify as default }
}

export = safeStringify
