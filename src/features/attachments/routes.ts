import * as disposition from 'content-disposition'
import parseRange from 'range-parser'
import {
  ANY_TYPE,
  Answer,
  endpointIn,
  type BodyStream,
  type RequestHeaders,
} from '../../platform/http/endpoint.ts'
import { matchesEtag } from '../../platform/http/etag.ts'
import { idParam, textParam } from '../../platform/http/params.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import { Link } from '../links/schema.ts'
import type { Attachments, Upload } from './attachments.ts'
import { tooLarge } from './receive.ts'
import { ATTACHMENT_LIMITS, FileName } from './schema.ts'

const endpoint = endpointIn('Links')
const id = textParam('attachment_not_found', '0b5c4b9e-7f0c-4f0e-9d3c-2f4a1c7f9e11')

/** The endpoints of attachments. */
export function attachmentRoutes(attachments: Attachments) {
  return [
    endpoint({
      id: 'createAttachment',
      route: 'POST /ideas/:id/attachments',
      summary: 'Attach a file, the body, to an idea',
      access: 'ideas:write',
      limits: { atOnce: ATTACHMENT_LIMITS.atOnce },
      params: { id: idParam('idea_not_found') },
      headers: {
        'Content-Disposition': "The name of the file: attachment; filename*=UTF-8''name (RFC 6266)",
      },
      stream: [ANY_TYPE],
      success: {
        status: 201,
        body: Link,
        description: 'The new link, whose url is the path of the download',
      },
      problems: [
        'validation_error',
        'attachment_too_large',
        'attachments_too_many',
        'attachments_full',
        'links_too_many',
      ],
      handle: async ({ actor, params, stream }) => attachments.add(actor, params.id, uploadIn(stream)),
    }),
    endpoint({
      id: 'getAttachment',
      route: 'GET /attachments/:id',
      summary: 'Download an attachment, whole or a range of its bytes',
      access: 'ideas:read',
      conditions: ['If-None-Match'],
      headers: {
        Range: 'The bytes that are wanted, in one range: bytes=0-99',
        'If-Range':
          'An ETag: the range is sent only if it is still the current one, and the whole file otherwise',
      },
      params: { id },
      success: {
        status: 200,
        mediaTypes: [ANY_TYPE],
        description: 'The file',
        headers: HEADERS,
      },
      others: {
        206: { description: 'The bytes that Range asks for (one range)' },
        304: { description: 'Nothing has changed: a file never does' },
      },
      problems: ['range_not_satisfiable'],
      handle: async ({ actor, params, headers }) => {
        const found = await attachments.find(actor, params.id)
        const etag = `"${params.id}"`
        if (headers.ifNoneMatch !== undefined && matchesEtag(headers.ifNoneMatch, etag))
          return new Answer<never>({ status: 304, headers: { ETag: etag } })
        const range = rangeOf(headers, etag, found.bytes)
        return new Answer<never>({
          status: range === undefined ? 200 : 206,
          stream: await attachments.read(params.id, range),
          headers: {
            ETag: etag,
            'Accept-Ranges': 'bytes',
            'Content-Type': found.mediaType,
            'Content-Length': String(range === undefined ? found.bytes : range.end - range.start + 1),
            'Content-Disposition': disposition.create(found.name),
            // Not even a browser that is told to show it runs what it holds.
            'Content-Security-Policy': "default-src 'none'; sandbox",
            ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${found.bytes}` }),
          },
        })
      },
    }),
    endpoint({
      id: 'deleteAttachment',
      route: 'DELETE /attachments/:id',
      summary: 'Delete an attachment: its link at once, its file soon after',
      access: 'ideas:write',
      params: { id },
      success: { status: 204, description: 'It is deleted' },
      handle: async ({ actor, params }) => attachments.remove(actor, params.id),
    }),
  ]
}

const HEADERS = {
  'Content-Disposition': 'attachment, with the name of the file',
  'Accept-Ranges': 'bytes',
  ETag: 'Names the file, which never changes',
}

/** @throws Problem `attachment_too_large`, `validation_error` */
function uploadIn(stream: BodyStream): Upload {
  if ((stream.length ?? 0) > ATTACHMENT_LIMITS.fileBytes) throw tooLarge()
  return { ...stream, name: nameIn(stream.disposition) }
}

/** The name of a file that comes without one. */
const STAND_IN = 'attachment'
const NAMELESS = /^[\w-]+\s*(?:;|$)/

/** The name in a Content-Disposition without folders (RFC 6266, section 4.3), or a stand-in. @throws Problem `validation_error` */
function nameIn(header: BodyStream['disposition']): string {
  if (header === undefined) return STAND_IN
  const isNameless = NAMELESS.test(header) && !/filename/i.test(header)
  const given = isNameless ? STAND_IN : parsed(header)?.parameters['filename']
  if (given === undefined)
    throw invalid('Content-Disposition', "must be like attachment; filename*=UTF-8''name")
  const { success, data, error } = FileName.safeParse(given.split(/[/\\]/).at(-1))
  if (!success) throw invalid('Content-Disposition', `the name of the file ${error.issues[0]?.message ?? ''}`)
  return data
}

function parsed(header: string): disposition.ContentDisposition | undefined {
  try {
    return disposition.parse(header)
  } catch {
    return undefined
  }
}

/**
 * The single range of bytes that is asked for (RFC 9110, section 14); undefined for the whole: without a range, with several, or if the
 * client has bytes of another file.
 * @throws Problem `range_not_satisfiable`
 */
function rangeOf({ range, ifRange }: RequestHeaders, etag: string, bytes: number) {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined
  // A suffix of more than there is asks for all, which range-parser takes for none.
  const suffix = Number(/^bytes=-(\d+)$/i.exec(range)?.[1] ?? 0)
  if (suffix > bytes && bytes > 0) return { start: 0, end: bytes - 1 }
  const ranges = parseRange(bytes, range)
  if (ranges === -1)
    throw new Problem('range_not_satisfiable', {}, { headers: { 'Content-Range': `bytes */${bytes}` } })
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  return ranges[0]
}
