import { it } from 'node:test'
import { shoot, useConsole } from '../support/console.ts'

const own = useConsole()
it('looks', async () => {
  await own.visit('/roles/4', {}, async (page, visit) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Manager')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForTimeout(1500)
    await shoot(page, 'look')
    console.log(visit.complaints.join('\n').slice(0, 3000), await page.locator('body').innerText())
  })
})
