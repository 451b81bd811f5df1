import { contentSecurityPolicy } from '../http/response/security-headers.ts'

const OWN = ["'self'"]

/** The pages may load files from this service only. */
export const PAGE_POLICY = contentSecurityPolicy({
  'script-src': OWN,
  'style-src': OWN,
  'img-src': OWN,
  'connect-src': OWN,
  'form-action': OWN,
  // No text may become markup.
  'require-trusted-types-for': ["'script'"],
})

/**
 * The policy of the reference is wider: its library injects styles and markup into the page, and uses data: URLs for
 * icons.
 */
export const REFERENCE_POLICY = contentSecurityPolicy({
  'script-src': OWN,
  'style-src': ["'unsafe-inline'"],
  'img-src': [...OWN, 'data:'],
  'font-src': OWN,
  'connect-src': OWN,
})

/** The hash of an empty text: a `<style>` that a script creates and fills by `insertRule`. */
const EMPTY = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/**
 * The console's style library inserts rules by script into empty `<style>` elements. Styles in markup or injected by text
 * are refused.
 */
export const CONSOLE_POLICY = contentSecurityPolicy({
  'script-src': OWN,
  'style-src': [...OWN, EMPTY],
  'img-src': OWN,
  'font-src': OWN,
  'connect-src': OWN,
  'form-action': OWN,
  'require-trusted-types-for': ["'script'"],
})

/** An SVG that is opened as a page runs nothing and loads nothing; it may be drawn with styles of its own. */
export const LOGO_POLICY = `${contentSecurityPolicy({ 'style-src': ["'unsafe-inline'"] })};sandbox`
