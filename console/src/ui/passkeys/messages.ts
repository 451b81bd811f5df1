/** Why there is no passkey: shared by the account pages and the console. */
export const messages = {
  unused:
    'No passkey was used. It was cancelled or took too long, or this device has no passkey of the account. Try again, or choose another way.',
  not_made: 'No passkey was made. It was cancelled or took too long. Try again.',
  not_taken:
    'The service didn’t take the passkey: the time for it was over. Delete it on your device, and try again.',
  known: 'This device already has a passkey of your account. Use that one, or choose another device.',
  unfit:
    'This device can’t keep a passkey that is protected by a PIN, a fingerprint or a face. Choose another device.',
  refused:
    'This passkey isn’t accepted. It may have been removed from the account, or the time for it is over. Try again, or choose another way.',
  late: 'The ten minutes for this passkey were over. Choose it again.',
  failed: 'The browser couldn’t use a passkey. Try again, or choose another way.',
  off: 'Passkeys are off: this service needs an address with https and a name for them. Ask the person who runs it.',
  elsewhere: 'Passkeys work only at %{origin}. Open the console there to add one.',
  unsupported: 'This browser can’t use passkeys here. Update it, or use another one.',
}
