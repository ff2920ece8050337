import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { HttpError } from '@/shared/http/errors'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'

/**
 * Upload files one at a time. `send` returns the path of a stored file, and errors name `field`. `refusal` is why the
 * last file was not stored.
 */
export function useUpload(
  field: string,
  send: (file: File) => Promise<{ path: string }>,
  onStored: (path: string, file: File) => void,
) {
  const formatError = useErrorMessage()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function upload(file: File) {
    setBusy(true)
    setRefusal('')
    try {
      onStored((await send(file)).path, file)
    } catch (failure) {
      const error = failure instanceof HttpError ? failure : null
      setRefusal(formatError(error?.errors[field]?.[0] ?? error?.errorMessage ?? UNKNOWN_ERROR))
    } finally {
      setBusy(false)
    }
  }

  return { busy, refusal, setRefusal, upload }
}

/** Upload pictures of the channel. */
export function usePictureUpload(onStored: (path: string) => void) {
  const { api } = useCatalog().resolve(entriesStore)
  return useUpload('picture', file => api.uploadPicture(file), onStored)
}
