package dev.backplane.opae.door;

import dev.backplane.api.Token;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.PropertyField;
import dev.backplane.opae.door.facets.FacetTable;

/**
 * Calls for properties. A place has empty ones that the library in C made; a plugin may put its own
 * there.
 */
final class PropertyCalls {
  private final OpaeLibrary library;

  PropertyCalls(OpaeLibrary library) {
    this.library = library;
  }

  int ofToken(long number, long place) {
    ServedToken token = library.token(number);
    if (token.functions() instanceof FacetTable table) {
      table.write(token.inner(), FpgaProperties.at(RawMemory.getLong(place)));
    } else {
      int result = token.functions().getProperties(token.inner(), place);
      if (result != FpgaResult.OK) {
        return result;
      }
    }
    setParent(token.token(), FpgaProperties.at(RawMemory.getLong(place)));
    return FpgaResult.OK;
  }

  int ofHandle(long number, long place) {
    ServedHandle handle = library.handle(number);
    if (handle.functions() instanceof FacetTable table) {
      table.writeOpen(handle.inner(), FpgaProperties.at(RawMemory.getLong(place)));
    } else {
      int result = handle.functions().getPropertiesFromHandle(handle.inner(), place);
      if (result != FpgaResult.OK) {
        return result;
      }
    }
    setParent(handle.token().token(), FpgaProperties.at(RawMemory.getLong(place)));
    return FpgaResult.OK;
  }

  int update(long number, long fields) {
    ServedToken token = library.token(number);
    FpgaProperties properties = FpgaProperties.at(fields);
    releaseParent(properties);
    if (token.functions() instanceof FacetTable table) {
      properties.clear();
      table.write(token.inner(), properties);
    } else {
      int result = token.functions().updateProperties(token.inner(), fields);
      if (result != FpgaResult.OK) {
        return result;
      }
    }
    setParent(token.token(), properties);
    return FpgaResult.OK;
  }

  /** The properties hold a reference of their own, which C lets go of with them. */
  private void setParent(Token token, FpgaProperties properties) {
    library
        .parent(token)
        .ifPresent(parent -> properties.set(PropertyField.PARENT, library.tokens().add(parent)));
  }

  private void releaseParent(FpgaProperties properties) {
    if (properties.has(PropertyField.PARENT)) {
      long number = properties.get(PropertyField.PARENT);
      ServedToken parent = library.tokens().get(number);
      if (parent != null && parent.release()) {
        library.tokens().remove(number);
      }
    }
  }
}
