export * from 'poppinss-utils'
