export * from 'poppinss-utils/types'
