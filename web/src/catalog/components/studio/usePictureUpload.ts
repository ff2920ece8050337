import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { HttpError } from '@/shared/http/errors'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'

/** Upload pictures one at a time. `refusal` is why the last one was not stored. */
export function usePictureUpload(onStored: (path: string) => void) {
  const { api } = useCatalog().resolve(entriesStore)
  const formatError = useErrorMessage()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function upload(file: File) {
    setBusy(true)
    setRefusal('')
    try {
      onStored((await api.uploadPicture(file)).path)
    } catch (failure) {
      const error = failure instanceof HttpError ? failure : null
      setRefusal(formatError(error?.errors.picture?.[0] ?? error?.errorMessage ?? UNKNOWN_ERROR))
    } finally {
      setBusy(false)
    }
  }

  return { busy, refusal, upload }
}
