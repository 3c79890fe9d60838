import { PageTitle } from '../parts/page-title.tsx'

/** A page whose code could not be had: without a network, or after the service was upgraded. */
export function NotLoadedPage() {
  return (
    <>
      <PageTitle>Not loaded</PageTitle>
      <p role="alert">
        This page could not be loaded.{' '}
        <button type="button" onClick={() => location.reload()}>
          Load it again
        </button>
      </p>
    </>
  )
}
