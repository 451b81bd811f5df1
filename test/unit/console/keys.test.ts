// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTree, renamingFeature, selectionFeature, syncDataLoaderFeature } from '@headless-tree/core'
import { TREE_KEYS } from '../../../console/src/taxonomies/keys.ts'
import { type KeyGroup, keyOf } from '../../../console/src/ui/keys/keys.ts'

const pressed = (key: string, modifiers: Partial<Record<'ctrlKey' | 'shiftKey' | 'altKey', true>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})

describe('the keys of the console', () => {
  it('are found by the event, with exactly their modifiers', () => {
    const group = {
      words: '',
      keys: { save: ['Mod+S'], back: ['Shift+Enter'], enter: ['Enter'], list: ['?'] },
    } as const satisfies KeyGroup
    assert.equal(keyOf(group, pressed('s', { ctrlKey: true })), 'save')
    assert.equal(keyOf(group, pressed('s')), undefined)
    assert.equal(keyOf(group, pressed('s', { ctrlKey: true, altKey: true })), undefined)
    assert.equal(keyOf(group, pressed('Enter')), 'enter')
    assert.equal(keyOf(group, pressed('Enter', { shiftKey: true })), 'back')
    assert.equal(keyOf(group, pressed('Enter', { ctrlKey: true })), undefined)
    assert.equal(keyOf(group, pressed('?', { shiftKey: true })), 'list', 'with Shift on most keyboards')
    assert.equal(keyOf(group, pressed('?')), 'list', 'and without it on others')
  })

  it('of a tree are those of its library, where they are not our own', () => {
    const tree = createTree<string>({
      rootItemId: 'root',
      getItemName: (item) => item.getId(),
      isItemFolder: () => true,
      dataLoader: { getItem: (id) => id, getChildren: () => [] },
      features: [syncDataLoaderFeature, selectionFeature, renamingFeature],
    })
    const theirs = tree.getHotkeyPresets() as Record<string, { hotkey: string } | undefined>
    const names = {
      next: 'focusNextItem',
      previous: 'focusPreviousItem',
      expand: 'expandOrDown',
      collapse: 'collapseOrUp',
      first: 'focusFirstItem',
      last: 'focusLastItem',
      select: 'toggleSelectedItem',
      select_down: 'selectDownwards',
      select_up: 'selectUpwards',
      rename: 'renameItem',
    } as const
    for (const [ours, name] of Object.entries(names) as [keyof typeof names, string][])
      assert.equal(TREE_KEYS.keys[ours][0].replace('Ctrl', 'Control'), theirs[name]?.hotkey, name)
  })
})
