import { readFileSync, statSync } from 'node:fs'
import type { Logo } from './brand.ts'

const MAX_BYTES = 100 * 1024

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** What makes an SVG file more than a picture: scripts, handlers, other documents, entities. */
const ACTIVE =
  /<(?:\w+:)?(?:script|foreignObject|iframe|embed|object|handler)\b|<!(?:DOCTYPE|ENTITY)|\son\w+\s*=|javascript:|@import|(?:href|src)\s*=\s*["']?\s*(?!#|["']|data:image\/(?:png|jpeg);)/i

/** @returns the picture, or why it cannot be the logo */
export function readLogo(path: string): Logo | { fault: string } {
  try {
    const status = statSync(path)
    if (!status.isFile()) return { fault: `${path} is not a file` }
    if (status.size > MAX_BYTES) return { fault: `${path} is larger than ${MAX_BYTES / 1024} KiB` }
    return logoOf(readFileSync(path), path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { fault: code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read: ${code}` }
  }
}

function logoOf(content: Buffer, path: string): Logo | { fault: string } {
  if (content.subarray(0, PNG.length).equals(PNG)) return { type: 'image/png', content }
  const text = content.toString('utf8').replace(/^\ufeff/, '')
  if (!/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text)) {
    return { fault: `${path} is neither an SVG nor a PNG picture` }
  }
  const [found] = ACTIVE.exec(text) ?? []
  if (found !== undefined) {
    return {
      fault: `${path} has “${found.trim()}”; a logo is a picture only, without scripts and other files`,
    }
  }
  return { type: 'image/svg+xml', content }
}
