import type { ProgramInfo } from 'sigma/rendering'
import type { RenderParams } from 'sigma/types'
import { floatColor } from 'sigma/utils'
import { Layer } from './layer.ts'

const UNIFORMS = ['u_matrix', 'u_pixels'] as const
type Uniform = (typeof UNIFORMS)[number]

const VERTEX_SHADER = `#version 300 es
in vec2 a_place;
in float a_size;
in vec4 a_colour;
uniform mat3 u_matrix;
uniform float u_pixels;
out vec4 v_colour;
void main() {
  v_colour = vec4(a_colour.rgb * a_colour.a, a_colour.a);
  gl_Position = vec4((u_matrix * vec3(a_place, 1.0)).xy, 0.0, 1.0);
  gl_PointSize = 2.0 * a_size * u_pixels;
}`
const FRAGMENT_SHADER = `#version 300 es
precision mediump float;
in vec4 v_colour;
out vec4 colour;
void main() {
  if (distance(gl_PointCoord, vec2(0.5)) > 0.5) discard;
  colour = v_colour;
}`

/**
 * All nodes of a graph as points without labels, in one draw call, which look like the nodes of sigma. It draws each of its own as an
 * instance, twice: without a graphics card 10,000 of them take a quarter of a second.
 */
export class Dots extends Layer<Uniform> {
  override getDefinition() {
    const { FLOAT, POINTS, UNSIGNED_BYTE } = WebGL2RenderingContext
    return {
      VERTICES: 1,
      VERTEX_SHADER_SOURCE: VERTEX_SHADER,
      FRAGMENT_SHADER_SOURCE: FRAGMENT_SHADER,
      METHOD: POINTS,
      UNIFORMS: UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_place', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_colour', size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
    }
  }

  /** sigma calls this whenever it has placed the nodes. */
  cacheData(): void {
    const { graph, areDots } = this.shown
    if (!areDots) return
    const normalise = this.renderer.getNormalizationFunction()
    this.reallocate(graph.order)
    let at = 0
    graph.forEachNode((_, look) => {
      const { x, y } = normalise(look)
      this.floats.set([x, y, look.size, floatColor(look.color)], at)
      at += 4
    })
    this.invalidateBuffers()
  }

  override render(params: RenderParams): void {
    if (this.shown.areDots) super.render(params)
  }

  override setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo): void {
    gl.uniformMatrix3fv(uniformLocations.u_matrix ?? null, false, params.matrix)
    gl.uniform1f(uniformLocations.u_pixels ?? null, params.pixelRatio / params.sizeRatio)
  }
}
