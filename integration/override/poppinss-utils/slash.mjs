export * from 'poppinss-utils/slash'
