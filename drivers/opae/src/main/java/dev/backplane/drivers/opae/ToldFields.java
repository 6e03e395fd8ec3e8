package dev.backplane.drivers.opae;

import dev.backplane.opae.FpgaProperties;

/** The fields that a plugin reported for a resource, to compare with later ones. */
final class ToldFields {
  private final long[] words;

  ToldFields(FpgaProperties fields) {
    words = fields.fields();
  }

  boolean are(FpgaProperties fields) {
    return fields.are(words);
  }
}
