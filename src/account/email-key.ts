/** The folded form by which e-mail addresses are unique. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}
