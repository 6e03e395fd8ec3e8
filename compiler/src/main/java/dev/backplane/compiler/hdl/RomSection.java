package dev.backplane.compiler.hdl;

/**
 * A unit with memories behind which another of the same node follows, as an {@link HdlSection} is
 * an instance. It reads one stream. Immutable.
 *
 * @param unit the unit, with a name that no other unit of the design has
 */
public record RomSection(RomUnit unit) implements HdlPart {
  /** The instance of the unit, as a section. */
  HdlSection section() {
    return new HdlSection(unit.instance(), unit.outputWidth());
  }
}
