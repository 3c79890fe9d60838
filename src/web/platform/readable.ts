import { tell } from './notices.ts'

/** Whether the browser can read a file, which is told if it cannot: sending it would look like a lost connection. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    tell(`${file.name} cannot be read: is it a folder, or was it changed?`, 'error')
    return false
  }
}
