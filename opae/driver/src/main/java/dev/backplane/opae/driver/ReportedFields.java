package dev.backplane.opae.driver;

import dev.backplane.opae.abi.FpgaProperties;

/** The fields that a plugin reported for a resource, to compare with later ones. */
final class ReportedFields {
  private final long[] words;

  ReportedFields(FpgaProperties fields) {
    words = fields.fields();
  }

  boolean are(FpgaProperties fields) {
    return fields.are(words);
  }
}
