// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import metadata from 'libphonenumber-js/min/metadata'
import { callingCodes } from '../../../console/src/ui/places/callingCodes.ts'
import { isZoneFound, listZones, offsetText, zoneMinutes } from '../../../console/src/ui/places/zones.ts'
import { COUNTRY_CODES } from '../../../contract/people.ts'

describe('the countries of the console', () => {
  it('are those that the API accepts, with calling codes that it accepts', () => {
    const codes = callingCodes(metadata)
    assert.deepEqual([...codes.keys()].toSorted(), COUNTRY_CODES.toSorted())
    for (const [country, code] of codes)
      assert.ok(code === undefined || (code >= 1 && code <= 999), `${country}: ${code}`)
    assert.deepEqual(
      ['GB', 'US', 'DO', 'KZ', 'AQ'].map((country) => codes.get(country)),
      [44, 1, 1, 7, undefined],
    )
  })
})

describe('the time zones of the console', () => {
  const winter = new Date('2026-01-15T12:00:00Z')
  const summer = new Date('2026-07-15T12:00:00Z')
  const zones = listZones('Europe/Paris', winter)
  const found = (typed: string) => zones.filter((zone) => isZoneFound(zone, typed)).map(({ id }) => id)

  it('have their offset of today', () => {
    assert.equal(zoneMinutes('Europe/Paris', winter), 60)
    assert.equal(zoneMinutes('Europe/Paris', summer), 120)
    assert.equal(zoneMinutes('America/St_Johns', winter), -210)
    assert.equal(zoneMinutes('Europe/Londres', winter), undefined)
    assert.deepEqual([60, -210, 0, 345].map(offsetText), ['UTC+01:00', 'UTC−03:30', 'UTC+00:00', 'UTC+05:45'])
  })

  it('begin with the browser’s own, then the nearest', () => {
    assert.equal(zones[0]?.id, 'Europe/Paris')
    assert.equal(zones[1]?.minutes, 60)
    assert.ok(zones.some(({ id }) => id === 'UTC'))
  })

  it('are found by city and by offset', () => {
    assert.deepEqual(found('sao pau'), ['America/Sao_Paulo'])
    assert.deepEqual(found('center'), ['America/North_Dakota/Center'])
    for (const typed of ['+5:45', 'UTC+0545', 'gmt +05:45'])
      assert.ok(found(typed).some((id) => /^Asia\/Kat/.test(id)) && found(typed).length < 4, typed)
    assert.ok(found('+1').includes('Europe/Paris'))
    assert.ok(!found('+1').some((id) => zones.find((zone) => zone.id === id)?.minutes !== 60))
    assert.ok(found('-3:30').includes('America/St_Johns'))
  })
})
