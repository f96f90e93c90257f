export * from 'poppinss-utils/exceptions'
