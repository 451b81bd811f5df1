import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PeerResult, PeerResults } from '../peers/index.ts'
import { OPERATIONS, type Operation, OURS, PEOPLE } from '../peers/peer.ts'
import { shown } from './judge.ts'
import { table } from './table.ts'

/** The figures of each system for the same operations, as Markdown. */
export function peersTable({ facts, rounds, peers }: PeerResults): string[] {
  const measured = peers.filter(({ fault }) => fault === undefined)
  const ours = peers.find(({ name }) => name === OURS) as PeerResult
  return [
    `${measured.map(({ name, version }) => `${name} ${version}`).join(', ')}; ${PEOPLE.toLocaleString('en')} users, embedded databases, ` +
      `Node ${facts.node}, ${facts.load}; ${facts.cpu}, ${facts.cores} cores; ${facts.date.slice(0, 10)}; ${rounds} rounds in turn. ` +
      "Responses per second, p50 in milliseconds with one connection, and Rolecall's throughput as a multiple of the other's.",
    '',
    ...table(
      ['', ...measured.map(({ name }) => name)],
      OPERATIONS.map((operation) => [operation, ...measured.map((peer) => cell(peer, operation, ours))]),
    ),
    '',
    ...peers.flatMap(({ name, notes, fault }) => [
      ...(fault === undefined ? [] : [`- ${name} has no figures: ${fault}`]),
      ...(fault === undefined && Object.keys(notes).length > 0
        ? [
            `- ${name}: ${Object.entries(notes)
              .map(([operation, note]) => `${operation} — ${note}`)
              .join('; ')}.`,
          ]
        : []),
    ]),
  ]
}

function cell({ figures }: PeerResult, operation: Operation, ours: PeerResult): string {
  const found = figures[operation]
  if (!found) return '—'
  const times = (ours.figures[operation]?.perSecond ?? 0) / found.perSecond
  const compared = figures === ours.figures ? '' : `, ${shown(times)}×`
  return `${shown(found.perSecond)}/s, ${shown(found.p50)} ms${compared}`
}

export function writePeers(folder: string, results: PeerResults): void {
  mkdirSync(folder, { recursive: true })
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value
  writeFileSync(join(folder, 'peers.json'), `${JSON.stringify(results, rounded, 1)}\n`)
}
