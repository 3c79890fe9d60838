import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { request } from 'undici'
import { pickPort } from '../../src/local/ports.ts'
import { givenServers, npmRun, temporaryFolders, type Started } from './npm-start.ts'

/** So long nothing starts anew by itself. */
const CALM_MS = 3_000

describe('npm run dev', () => {
  const folders = temporaryFolders()
  let service: Started
  before(async () => {
    const PORT = String(await pickPort(0))
    service = npmRun('dev', folders.make(), { ...givenServers(), PORT })
    await service.says('is running')
  })
  after(async () => {
    service.kill('SIGTERM')
    await service.ended
    folders.remove()
  })

  it('serves the pages by Vite, which reloads them, with the API behind them', async () => {
    const url = /The dashboard that reloads: (?<url>\S+)/.exec(service.output())?.groups?.['url'] ?? ''
    const page = await request(url)
    expect(await page.body.text()).to.include('/@vite/client')
    expect((await request(`${url}api/v1/health`)).statusCode).to.equal(200)
  })

  it('starts anew only when a source has changed', async () => {
    await sleep(CALM_MS)
    expect(service.output()).not.to.include('Restarting')
  })
})
