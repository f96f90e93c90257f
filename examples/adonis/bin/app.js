import { Ignitor } from '@adonisjs/core'

const ROOT = new URL('../', import.meta.url)

/** The application, not yet started. */
export function createIgnitor () {
  return new Ignitor(ROOT, { importer: path => import(path.startsWith('.') ? new URL(path, ROOT).href : path) })
}
