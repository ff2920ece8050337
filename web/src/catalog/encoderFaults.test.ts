import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { messages } from '@/locales/fr.po'
import { translateEncoderFault } from './encoderFaults'

const i18n = setupI18n({ locale: 'fr', messages: { fr: messages } })

it.each([
  [
    'The encoder sends a keyframe only every 10 s. Set its keyframe interval to 2 s to reduce the delay.',
    'L’encodeur n’envoie une image clé que toutes les 10 s. Réglez l’intervalle d’images clés à 2 s pour réduire le retard.',
  ],
  [
    'The encoder sends HEVC video. Set it to H.264.',
    'L’encodeur envoie de la vidéo HEVC. Réglez-le sur H.264.',
  ],
  [
    'An encoder used a wrong stream key and was rejected.',
    'Un encodeur a utilisé une mauvaise clé de diffusion et a été refusé.',
  ],
  ['A sentence of a newer server.', 'A sentence of a newer server.'],
])('a fault of an encoder is in the language of the page: %s', (fault, french) => {
  expect(translateEncoderFault(i18n, fault).replace(/\u00a0/g, ' ')).toBe(french)
})
