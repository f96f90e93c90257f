export { default, safeStringify, safeParse } from 'fast-safe-json/poppinss'
