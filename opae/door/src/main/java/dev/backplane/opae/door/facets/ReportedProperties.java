package dev.backplane.opae.door.facets;

import dev.backplane.api.DeviceProperties;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.ResourceFields;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * The properties of a resource as programs see them, made once for all callers.
 *
 * @param known the properties as the runtime knows them
 * @param memory the memory of the fields, which lives as long as this
 * @param fields the properties in the form of OPAE
 */
record ReportedProperties(DeviceProperties known, MemorySegment memory, FpgaProperties fields) {
  static ReportedProperties of(DeviceProperties known) {
    MemorySegment memory = Arena.ofAuto().allocate(FpgaProperties.BYTES, Long.BYTES);
    FpgaProperties fields = FpgaProperties.allocate((_, _) -> memory);
    ResourceFields.write(known, fields);
    return new ReportedProperties(known, memory, fields);
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
