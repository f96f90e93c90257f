export * from 'poppinss-utils/exception'
