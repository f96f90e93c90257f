import server from '@adonisjs/core/services/server'

server.use([])
