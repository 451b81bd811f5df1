// Engines: none
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { openCheckpoint, signCheckpoint } from '../../../server/audit/checkpoint.ts'
import {
  consistencyProof,
  EMPTY_ROOT,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  type SubtreeHash,
  subtreesOf,
  TreeEdge,
  treeRoot,
} from '../../../server/audit/merkle-tree.ts'
import { notesIn } from '../../../server/audit/notes-in.ts'
import { openRestart, signedRestart, signRestart } from '../../../server/audit/restart-note.ts'
import { keyOfLog, makeSealingKey, readSealingKey } from '../../../server/audit/sealing-key.ts'
import { decodeKey, encodeKey, openNote, signNote } from '../../../server/audit/signed-note.ts'
import { canonicalJson } from '../../../server/values/canonical-json.ts'

describe('canonical JSON', () => {
  it('is that of the example in RFC 8785', () => {
    const text = String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`
    assert.equal(
      canonicalJson(JSON.parse(text)),
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  it('sorts names by UTF-16 units', () => {
    const names = ['€', '\r', '\ufb33', '1', '\u0080', '😀', 'ö']
    const sorted = JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 0]))))
    assert.deepEqual(Object.keys(sorted), ['1', '\r', '\u0080', 'ö', '€', '😀', '\ufb33'])
    assert.equal(canonicalJson({ '\r': 1, 1: 2 }), String.raw`{"\r":1,"1":2}`)
    // JavaScript lists 9 before 10; canonical JSON sorts them as texts.
    assert.equal(canonicalJson([{ 9: [{ b: 1, a: 2 }], 10: 0 }]), '[{"10":0,"9":[{"a":2,"b":1}]}]')
  })

  it('refuses what JSON cannot say', () => {
    for (const value of [
      Number.NaN,
      Infinity,
      '\ud800',
      { a: undefined },
      [() => 1],
      new Array(2),
      { '\udc00': 1 },
    ])
      assert.throws(() => canonicalJson(value))
  })
})

/** Those of the reference implementation of Certificate Transparency. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => leafHash(Buffer.from(hex, 'hex')))
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

describe('the Merkle tree', () => {
  const many = Array.from({ length: 70 }, (_, index) => leafHash(Buffer.from([index])))
  const hashIn =
    (leaves: readonly Buffer[]): SubtreeHash =>
    (start, size) =>
      treeRoot(leaves.slice(start, start + size))

  it('has the roots of the reference implementation of RFC 6962', () => {
    assert.equal(
      EMPTY_ROOT.toString('hex'),
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    for (const [index, root] of ROOTS.entries())
      assert.equal(treeRoot(LEAVES.slice(0, index + 1)).toString('hex'), root, `${index + 1} leaves`)
  })

  it('goes on from the edge of an earlier tree', () => {
    for (const [size] of many.entries()) {
      const first = new TreeEdge()
      for (const leaf of many.slice(0, size)) first.append(leaf)
      const next = new TreeEdge(size, first.roots)
      for (const leaf of many.slice(size)) next.append(leaf)
      assert.deepEqual(next.root, treeRoot(many))
    }
    assert.throws(() => new TreeEdge(3, [EMPTY_ROOT]))
    assert.deepEqual(subtreesOf(7), [4, 2, 1])
  })

  it('proves each leaf of each size, and no other', () => {
    for (let size = 1; size <= 20; size += 1) {
      const leaves = many.slice(0, size)
      const root = treeRoot(leaves)
      for (const [index, leaf] of leaves.entries()) {
        const proof = inclusionProof(index, size, hashIn(leaves))
        assert.ok(isIncluded(leaf, index, size, proof, root), `${index} of ${size}`)
        assert.ok(!isIncluded(many[size] as Buffer, index, size, proof, root))
        assert.ok(!isIncluded(leaf, index, size, [...proof, root], root))
        assert.ok(!isIncluded(leaf, size, size, proof, root))
        if (size > 1)
          assert.ok(!isIncluded(leaf, (index + 1) % size, size, proof, root), `${index} of ${size}`)
      }
    }
  })

  it('proves that each size begins with each smaller one, and with no other tree', () => {
    for (let size = 1; size <= 20; size += 1) {
      const newer = { size, root: treeRoot(many.slice(0, size)) }
      for (let older = 1; older <= size; older += 1) {
        const proof = consistencyProof(older, size, hashIn(many.slice(0, size)))
        const before = { size: older, root: treeRoot(many.slice(0, older)) }
        assert.ok(isConsistent(before, newer, proof), `${older} of ${size}`)
        const changed = treeRoot([many[60] as Buffer, ...many.slice(1, older)])
        assert.ok(!isConsistent({ size: older, root: changed }, newer, proof), `${older} of ${size}`)
        assert.ok(!isConsistent(before, { size, root: nodeHash(newer.root, newer.root) }, proof))
      }
    }
  })
})

/** The example of Go's golang.org/x/mod/sumdb/note. */
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const GO_TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const GO_NOTE = `${GO_TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`

describe('signed notes', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = { name: 'rolecall.example.com/audit', publicKey }

  it('opens the example of another implementation', () => {
    assert.equal(encodeKey(decodeKey(GO_KEY)), GO_KEY)
    assert.equal(openNote(GO_NOTE, decodeKey(GO_KEY)), GO_TEXT)
  })

  it('does not open one that was changed, or that another key signed', () => {
    assert.equal(openNote(GO_NOTE.replace('cryptography', 'Cryptography'), decodeKey(GO_KEY)), undefined)
    assert.equal(openNote(GO_NOTE, { ...key, name: 'PeterNeumann' }), undefined)
    for (const malformed of ['', '\n\n', GO_TEXT, GO_NOTE.slice(0, -1), GO_NOTE.replace('—', '-')])
      assert.equal(openNote(malformed, decodeKey(GO_KEY)), undefined)
    assert.throws(() => decodeKey(GO_KEY.replace('c74f20a3', 'c74f20a4')))
    assert.throws(() => decodeKey('PeterNeumann'))
  })

  it('opens what its key signed', () => {
    const note = signNote('a\n\nb\n', key, privateKey)
    assert.equal(openNote(note, decodeKey(encodeKey(key))), 'a\n\nb\n')
    assert.throws(() => signNote('a', key, privateKey))
    assert.throws(() => signNote('a\n', { ...key, name: 'a b' }, privateKey))
  })

  it('carries checkpoints', () => {
    const checkpoint = { origin: 'rolecall.example.com/audit/1', size: 8, root: treeRoot(LEAVES) }
    const note = signCheckpoint(checkpoint, key, privateKey)
    const root = Buffer.from(ROOTS[7] as string, 'hex').toString('base64')
    assert.ok(
      note.startsWith(`rolecall.example.com/audit/1\n8\n${root}\n\n— rolecall.example.com/audit `),
      note,
    )
    assert.deepEqual(openCheckpoint(note, key), checkpoint)
    for (const text of [
      'x\n08\n',
      'x\n8\nAAAA\n',
      'x\n8\n',
      `x\n8\n${EMPTY_ROOT.toString('base64')}\nmore\n`,
    ])
      assert.equal(openCheckpoint(signNote(text, key, privateKey), key), undefined, text)
  })
})

describe('notes of restarts', () => {
  const LOG = 'rolecall.example.com/audit'
  const key = readSealingKey(makeSealingKey(LOG).file)
  const root = EMPTY_ROOT.toString('base64')
  const restart = { origin: LOG, size: 12, root, restored: 7, next: `${LOG}/1234abcd` }
  const note = signRestart(restart, key)
  const checkpoint = signCheckpoint({ origin: LOG, size: 7, root: EMPTY_ROOT }, key, key.privateKey)
  const signed = (text: string) => signNote(text, key, key.privateKey)

  it('are opened by the key of the log that ended, whatever name it has now', () => {
    assert.deepEqual(openRestart(note, key), restart)
    assert.deepEqual(openRestart(note, keyOfLog(key, restart.next)), restart)
    assert.equal(openNote(note, key)?.split('\n')[0], 'rolecall audit restart')
  })

  it('are no checkpoints, and checkpoints are none', () => {
    assert.equal(openCheckpoint(note, key), undefined)
    assert.equal(openRestart(checkpoint, key), undefined)
  })

  it('are not opened if they were changed, malformed, or signed by another key', () => {
    const lines = ['rolecall audit restart', LOG, '12', root, '7', restart.next, '']
    assert.deepEqual(openRestart(signed(lines.join('\n')), key), restart)
    for (const changed of [
      lines.with(2, '012'),
      lines.with(4, '-7'),
      lines.with(3, ''),
      lines.with(5, ''),
      lines.toSpliced(5, 1),
      [...lines.slice(0, -1), 'more', ''],
    ])
      assert.equal(openRestart(signed(changed.join('\n')), key), undefined, changed.join())
    assert.equal(openRestart(note.replace('\n7\n', '\n0\n'), key), undefined)
    assert.equal(openRestart(note, readSealingKey(makeSealingKey(LOG).file)), undefined)
    assert.equal(openRestart('rolecall audit restart', key), undefined)
  })

  it('begin the log that they name, and no other', () => {
    assert.deepEqual(signedRestart({ origin: restart.next, restart_note: note }, key), restart)
    assert.equal(signedRestart({ origin: LOG, restart_note: note }, key), undefined)
    assert.equal(signedRestart({ origin: restart.next, restart_note: null }, key), undefined)
  })

  it('are found in a file, also after a part of one of any length', () => {
    assert.deepEqual(notesIn(`${checkpoint}\n${note}\n${checkpoint}\n`), [checkpoint, note, checkpoint])
    assert.deepEqual(notesIn(`${checkpoint}${note}${checkpoint}`), [checkpoint, note, checkpoint])
    for (const torn of [checkpoint, note])
      for (let length = 1; length < torn.indexOf('\n\n') + 2; length++)
        for (const whole of [checkpoint, note])
          assert.deepEqual(notesIn(`${torn.slice(0, length)}\n\n${whole}\n`), [whole], `${length}`)
  })
})
