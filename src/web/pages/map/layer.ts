import type { Sigma } from 'sigma'
import { Program } from 'sigma/rendering'
import type { RenderParams } from 'sigma/types'
import type { Drawn, MapData } from './map-data.ts'

/** What a stage shows: changed by it, read by its layers. */
export type Shown = {
  graph: Drawn
  edges: MapData['edges']
  /** Of the lines. */
  opacity: number
  /** Whether dots stand for the nodes. */
  areDots: boolean
}

/** A drawing of all that is shown in one draw call, which cannot be clicked. */
export abstract class Layer<Uniform extends string> extends Program<Uniform> {
  protected readonly shown: Shown

  constructor(gl: WebGL2RenderingContext, sigma: Sigma, shown: Shown) {
    super(gl, null, sigma)
    this.shown = shown
  }

  override render(params: RenderParams): void {
    super.render({ ...params, pickingFrameBuffer: null })
  }
}
