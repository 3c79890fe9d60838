import type { Locator, Page } from 'playwright-core'

type Pixels = Readonly<{ count: number; x: number; y: number }>

/** How many pixels of an element have a colour, and their middle on the page: what a person sees of a canvas. */
export async function pixelsOf(element: Locator, colour: string): Promise<Pixels> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not shown')
  const { count, x, y } = await pixelsIn(element.page(), await element.screenshot(), colour)
  return { count, x: box.x + x, y: box.y + y }
}

/** The same of a PNG, which a page that is open decodes. */
export async function pixelsIn(page: Page, png: Buffer, colour: string): Promise<Pixels> {
  return page.evaluate(
    async ({ picture, wanted }) => {
      const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
      const sum = { count: 0, x: 0, y: 0 }
      for (let at = 0; at < data.length; at += 4) {
        if (wanted.some((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) > 6)) continue
        sum.count += 1
        sum.x += (at / 4) % bitmap.width
        sum.y += Math.floor(at / 4 / bitmap.width)
      }
      return { count: sum.count, x: sum.x / sum.count, y: sum.y / sum.count }
    },
    {
      picture: png.toString('base64'),
      wanted: [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16)),
    },
  )
}
