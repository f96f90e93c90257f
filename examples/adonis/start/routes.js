import router from '@adonisjs/core/services/router'

const OrdersController = () => import('#controllers/orders_controller')

router.get('/orders', [OrdersController, 'index'])
router.get('/orders/:id', [OrdersController, 'show'])
