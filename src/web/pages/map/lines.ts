import type { ProgramInfo } from 'sigma/rendering'
import type { RenderParams } from 'sigma/types'
import { Layer } from './layer.ts'

const UNIFORMS = ['u_matrix', 'u_colour'] as const
type Uniform = (typeof UNIFORMS)[number]

const VERTEX_SHADER = `#version 300 es
in vec2 a_place;
uniform mat3 u_matrix;
void main() {
  gl_Position = vec4((u_matrix * vec3(a_place, 1.0)).xy, 0.0, 1.0);
}`
const FRAGMENT_SHADER = `#version 300 es
precision mediump float;
uniform vec4 u_colour;
out vec4 colour;
void main() {
  colour = u_colour;
}`

/**
 * All edges of a graph as plain thin lines below its nodes, in one draw call. sigma draws each of its own edges as a shape that can
 * bend, end in arrows and be clicked, also while they are hidden: 50,000 of them take seconds for a frame without a graphics card.
 */
export class Lines extends Layer<Uniform> {
  override getDefinition() {
    const { FLOAT, LINES } = WebGL2RenderingContext
    return {
      VERTICES: 2,
      VERTEX_SHADER_SOURCE: VERTEX_SHADER,
      FRAGMENT_SHADER_SOURCE: FRAGMENT_SHADER,
      METHOD: LINES,
      UNIFORMS: UNIFORMS,
      ATTRIBUTES: [{ name: 'a_place', size: 2, type: FLOAT }],
    }
  }

  /** sigma calls this whenever it has placed the nodes. */
  cacheData(): void {
    const { graph, edges } = this.shown
    const normalise = this.renderer.getNormalizationFunction()
    const places = new Map(graph.mapNodes((id, place) => [Number(id), normalise(place)]))
    this.reallocate(edges.length)
    for (const [at, { source, target }] of edges.entries()) {
      const [from, to] = [places.get(source), places.get(target)]
      if (from !== undefined && to !== undefined) this.floats.set([from.x, from.y, to.x, to.y], 4 * at)
    }
    this.invalidateBuffers()
  }

  override setUniforms({ matrix }: RenderParams, { gl, uniformLocations }: ProgramInfo): void {
    const { opacity } = this.shown
    gl.uniformMatrix3fv(uniformLocations.u_matrix ?? null, false, matrix)
    gl.uniform4f(uniformLocations.u_colour ?? null, opacity / 2, opacity / 2, opacity / 2, opacity)
  }
}
