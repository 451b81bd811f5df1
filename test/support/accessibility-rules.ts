import type { Page } from 'playwright-core'

/** Faults that axe does not find: placeholders that are hard to read, tabs without a panel, two buttons with one name. */
export const faultsBeyondAxe = (page: Page): Promise<string[]> => page.evaluate(look)

/** Runs in the page. */
function look(): string[] {
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: readonly number[]) => {
    const [r = 0, g = 0, b = 0] = color.slice(0, 3).map((channel) => {
      const part = channel / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const groundOf = (element: Element | null): number[] => {
    if (!element) return [255, 255, 255]
    const ground = channels(getComputedStyle(element).backgroundColor)
    return (ground[3] ?? 1) === 1 ? ground : groundOf(element.parentElement)
  }
  const isThere = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[aria-hidden=true], [inert]') === null

  const faults: string[] = []
  for (const input of document.querySelectorAll<HTMLInputElement>(
    'input[placeholder], textarea[placeholder]',
  )) {
    const { color, opacity } = getComputedStyle(input, '::placeholder')
    if (!isThere(input) || input.placeholder === '' || opacity === '0') continue
    const ground = groundOf(input)
    const [r = 0, g = 0, b = 0, alpha = 1] = channels(color)
    const weight = alpha * Number(opacity)
    const seen = [r, g, b].map((channel, index) => channel * weight + (ground[index] ?? 0) * (1 - weight))
    const [low = 0, high = 0] = [luminance(seen), luminance(ground)].sort((one, other) => one - other)
    const contrast = (high + 0.05) / (low + 0.05)
    if (contrast < 4.5)
      faults.push(`the placeholder "${input.placeholder}" has a contrast of ${contrast.toFixed(2)}`)
  }
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    if (isThere(tab) && panel?.role !== 'tabpanel') faults.push(`the tab "${tab.textContent}" has no panel`)
  }
  const names = [...document.querySelectorAll('button, [role=button]')]
    .filter(isThere)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '')
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    faults.push(`several buttons are called "${name}"`)
  }
  return faults
}
