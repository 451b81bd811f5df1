export const messages = {
  stop: 'Stop after this step',
  go_on: 'Go on',
  progress: 'Progress',
  changed: 'One changed. |||| %{count} changed.',
  unchanged: 'One was so already. |||| %{count} were so already.',
  left_out: 'One was left out. |||| %{count} were left out.',
  remaining: 'One is left to do. |||| %{count} are left to do.',
  left_out_list: 'Left out',
  more_left_out: 'And one more. |||| And %{smart_count} more.',
}
