export * from 'poppinss-utils/lodash'
export { default } from 'poppinss-utils/lodash'
