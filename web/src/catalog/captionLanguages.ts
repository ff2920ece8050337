/** Languages of captions that can be chosen beside those of the channel. */
export const CAPTION_LANGUAGES = [
  'en',
  'fr',
  'es',
  'ar',
  'de',
  'hi',
  'it',
  'ja',
  'ko',
  'pl',
  'pt',
  'so',
  'tl',
  'uk',
  'vi',
  'zh',
]
