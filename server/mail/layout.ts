import type { Brand } from '../brand/brand.ts'
import type { Language } from '../messages/languages.ts'
import { escapeHtml } from './template.ts'

/** Colours of the console's themes: console/src/ui/theme/palettes.ts. */
const styleOf = ({ light, dark }: Brand): string => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f7f8fa; color: #16181d; }
.page { width: 100%; background: #f7f8fa; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.frame { width: 100%; max-width: 560px; margin: 0 auto; }
.brand { padding: 32px 24px 0; }
h1 { margin: 0; font-size: 18px; font-weight: 600; }
.body { padding: 8px 24px 32px; overflow-wrap: anywhere; }
p, blockquote { margin: 16px 0; }
blockquote { padding-left: 16px; border-left: 3px solid #e2e5ea; }
a { color: ${light.strong}; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${light.accent}; color: ${light.on} !important; font-weight: 600; text-decoration: none; }
.digits { font: 600 28px/1.3 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 4px; }
.note { font-size: 14px; color: #565d6b; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #0f1115 !important; color: #eceef2 !important; }
  a { color: ${dark.strong} !important; }
  .button { background: ${dark.accent} !important; color: ${dark.on} !important; }
  .note { color: #a3aab8 !important; }
  blockquote { border-color: #282c35 !important; }
}`

/** The whole page of a mail. It loads nothing. */
export const pageOf = (language: Language, brand: Brand, subject: string, body: string): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styleOf(brand)}
</style>
</head>
<body>
<table role="presentation" class="page" cellpadding="0" cellspacing="0"><tr><td role="main">
<table role="presentation" class="frame" align="center" cellpadding="0" cellspacing="0">
<tr><td class="brand"><h1>${escapeHtml(brand.name)}</h1></td></tr>
<tr><td class="body">
${body}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
