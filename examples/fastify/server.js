'use strict'

const { buildApp } = require('./app')

buildApp({ logger: true })
  .then(app => app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' }))
  .catch(error => {
    console.error(error)
    process.exitCode = 1
  })
