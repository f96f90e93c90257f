export * from 'poppinss-utils/assert'
