import { pagePolicy } from '../http/response/guards.ts'

const OWN = ["'self'"]

/** What a page of ours may load: its own files from here, and nothing from anywhere else. */
export const PAGE_POLICY = pagePolicy({
  'script-src': OWN,
  'style-src': OWN,
  'img-src': OWN,
  'connect-src': OWN,
  'form-action': OWN,
  // No text becomes markup.
  'require-trusted-types-for': ["'script'"],
})

/**
 * The reference is the same but for what its library needs: it writes its styles and its text into the page, and draws
 * icons from data: addresses.
 */
export const REFERENCE_POLICY = pagePolicy({
  'script-src': OWN,
  'style-src': ["'unsafe-inline'"],
  'img-src': [...OWN, 'data:'],
  'font-src': OWN,
  'connect-src': OWN,
})

/** Of no text at all: what a `<style>` holds that a script makes and then fills by rule. */
const EMPTY = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/**
 * The console's library of styles writes rules by script, into elements that are empty in the page; a style that stands
 * in markup, or is smuggled in with text, is refused as anywhere.
 */
export const CONSOLE_POLICY = pagePolicy({
  'script-src': OWN,
  'style-src': [...OWN, EMPTY],
  'img-src': OWN,
  'font-src': OWN,
  'connect-src': OWN,
  'form-action': OWN,
  'require-trusted-types-for': ["'script'"],
})
