import { defineConfig } from '@adonisjs/core/logger'

export default defineConfig({
  default: 'app',
  loggers: { app: { enabled: process.env.NODE_ENV !== 'test', name: 'orders', level: 'info' } }
})
