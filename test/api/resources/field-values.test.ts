// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Item } from '../../support/factories.ts'
import type { Field } from '../../support/fields.ts'
import { assertRefused, brief, forEveryWritable, useService } from '../../support/suite.ts'

/** The contract for fields: what each accepts, how it converts it, and what it refuses. */

const { service, call, make, unchanged } = useService()

/** A record that the field may refer to and that conflicts with nothing. */
async function target(record: Item, { to }: Field): Promise<Item> {
  return to === 'taxonomies' ? make(to, { type: record.type_id }) : make(to as 'users')
}

/** The column of a reference's id; the field itself holds the record in short. */
const idColumn = (name: string, { by }: Field) => (by === 'any' ? `${name}_id` : name)

/** The defaults of these are derived from other fields. */
const DERIVED = ['slug', 'username']

/** Spaces are trimmed, except in a password. */
const blanks = (name: string) => [null, '', ...(name === 'password' ? [] : [' \t '])]

forEveryWritable(({ name: resource }, { fields, valid }) => {
  let first: Item
  /** One record for all fields that do not conflict with one another. */
  const recordFor = async (name: string, field: Field): Promise<Item> => {
    if (field.by === 'any' || name === 'status') return make(resource)
    first ??= await make(resource)
    return first
  }
  const update = (id: number, json: object) => call('POST', `/api/${resource}/id/${id}/update`, { json })

  for (const [name, field] of Object.entries(fields)) {
    const isReference = field.kind === 'reference'

    if (!isReference) {
      it(`${name} accepts every valid value, up to its limit`, async () => {
        const record = await recordFor(name, field)
        const values = [...field.converted, ...field.storedAsSent.map((value) => [value, value])]
        for (const [sent, stored] of values) {
          const { status, body } = await update(record.id, { [name]: sent })
          assert.equal(status, 200, `${brief(sent)}: ${brief(body)}`)
          if (field.kind === 'secret') assert.ok(!(name in body.data))
          else assert.deepEqual(body.data[name], stored)
        }
        const { body } = await call('GET', `/api/${resource}/id/${record.id}`)
        if (field.kind !== 'secret') assert.deepEqual(body.data[name], field.storedAsSent.at(-1))
      })
    } else {
      it(`${name} refers to a ${field.to} by ${field.by === 'any' ? 'id, uuid or slug' : 'id'}`, async () => {
        const record = await recordFor(name, field)
        const { id, uuid, slug, name: title } = await target(record, field)
        const names = field.by === 'any' ? [id, String(id), uuid, uuid.toUpperCase(), slug] : [id, String(id)]
        for (const sent of names) {
          if (field.isNullable) await update(record.id, { [name]: null })
          const { status, body } = await update(record.id, { [name]: sent })
          assert.equal(status, 200, brief(body))
          assert.equal(body.data[idColumn(name, field)], id)
          if (field.by === 'any') assert.deepEqual(body.data[name], { id, uuid, name: title, slug })
        }
      })

      it(`${name} refers to live records only`, async () => {
        const record = await recordFor(name, field)
        const { id } = await target(record, field)
        await call('POST', `/api/${field.to}/id/${id}/delete`)
        await unchanged(async () => {
          const answer = await update(record.id, { [name]: id })
          assertRefused(answer, { status: 422, code: 'not_found', fields: [name] })
        })
      })
    }

    it(`${name} refuses invalid values on create and update, and stores nothing`, async () => {
      const record = await recordFor(name, field)
      await unchanged(async () => {
        for (const [value, code] of field.refused) {
          const answers = [
            await update(record.id, { [name]: value }),
            await call('POST', `/api/${resource}/create`, {
              json: { ...(await valid(service())), [name]: value },
            }),
          ]
          for (const answer of answers) {
            assert.equal(answer.status, 422, `${brief(value)}: ${brief(answer.body)}`)
            assertRefused(answer, { status: 422, code, fields: [name] })
            assert.equal(answer.body.details[0].code, code)
            assert.match(answer.body.details[0].message, new RegExp(`^(?:Each item of )?${name}\\b`))
          }
        }
      })
    })

    it(`${name} ${field.isNullable ? 'is cleared by' : 'refuses'} null and an empty text on update`, async () => {
      const record = await recordFor(name, field)
      const value = isReference ? (await target(record, field)).id : field.storedAsSent[0]
      const column = idColumn(name, field)
      for (const empty of blanks(name)) {
        const { body } = await update(record.id, { [name]: value })
        const answer = await update(record.id, { [name]: empty })
        if (field.isNullable) {
          assert.equal(answer.status, 200, brief(answer.body))
          if (field.kind !== 'secret') assert.equal(answer.body.data[column], null)
        } else if (field.kind === 'object') {
          assert.deepEqual(answer.body.data[name], {}, 'empty meta is {}')
        } else {
          assert.equal(answer.status, 422, brief(answer.body))
          assert.equal(answer.body.details[0].field, name)
          assert.deepEqual(
            (await call('GET', `/api/${resource}/id/${record.id}`)).body.data[column],
            body.data[column],
          )
        }
      }
    })

    if (!field.isRequired) continue
    it(`${name} is required on create`, async () => {
      const sent = await valid(service())
      await unchanged(async () => {
        for (const empty of [undefined, ...blanks(name)]) {
          const answer = await call('POST', `/api/${resource}/create`, { json: { ...sent, [name]: empty } })
          assertRefused(answer, { status: 422, code: 'required', fields: [name] })
        }
      })
    })
  }

  it('treats null and empty texts on create as missing', async () => {
    const optional = Object.entries(fields).filter(([, { isRequired }]) => !isRequired)
    const plain = await make(resource)
    for (const empty of [null, '']) {
      const record = await make(resource, Object.fromEntries(optional.map(([name]) => [name, empty])))
      for (const [name, field] of optional) {
        const column = idColumn(name, field)
        if (DERIVED.includes(name)) assert.notEqual(record[name], '')
        else assert.deepEqual(record[column], plain[column], name)
      }
    }
  })

  it('names every invalid field at once', async () => {
    const bad = Object.entries(fields).filter(([, { kind }]) => kind !== 'reference')
    const json = Object.fromEntries(bad.map(([name, field]) => [name, field.refused.at(-1)?.[0]]))
    const { id } = await make(resource)
    await unchanged(async () => {
      const { status, body } = await update(id, json)
      assert.equal(status, 422)
      assert.equal(body.code, 'invalid')
      const named = body.details.map((detail: { field: string }) => detail.field)
      assert.deepEqual(named.sort(), bad.map(([name]) => name).sort())
      assert.deepEqual(
        body.errors,
        body.details.map((detail: { message: string }) => detail.message),
      )
    })
  })
})
