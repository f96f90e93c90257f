export { default } from 'poppinss-utils/string_builder'
