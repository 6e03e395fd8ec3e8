package dev.backplane.shims.opae.facets;

import dev.backplane.api.DeviceProperties;
import dev.backplane.opae.FpgaProperties;
import dev.backplane.opae.ResourceFields;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * What programs are told of a resource, made once for all who ask.
 *
 * @param known what is known of the resource
 * @param memory where the fields lie; they are there as long as this
 * @param fields the same as programs see it
 */
record ToldProperties(DeviceProperties known, MemorySegment memory, FpgaProperties fields) {
  static ToldProperties of(DeviceProperties known) {
    MemorySegment memory = Arena.ofAuto().allocate(FpgaProperties.BYTES, Long.BYTES);
    FpgaProperties fields = FpgaProperties.allocate((_, _) -> memory);
    ResourceFields.write(known, fields);
    return new ToldProperties(known, memory, fields);
  }

  /** Writes them into those of a program. */
  void writeTo(FpgaProperties properties) {
    try {
      properties.copyFrom(fields);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }
}
