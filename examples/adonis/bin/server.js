import { createIgnitor } from './app.js'

process.env.PORT ??= '3333'
process.env.HOST ??= '127.0.0.1'

createIgnitor().httpServer().start().catch(error => {
  console.error(error)
  process.exitCode = 1
})
