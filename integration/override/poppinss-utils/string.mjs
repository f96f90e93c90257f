export { default } from 'poppinss-utils/string'
