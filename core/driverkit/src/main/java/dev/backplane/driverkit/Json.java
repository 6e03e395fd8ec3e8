package dev.backplane.driverkit;

import java.util.List;
import java.util.Map;

/** A JSON value and where it begins. */
sealed interface Json {
  /** {@return where it begins} */
  Place place();

  /** {@return what kind of value it is, in words} */
  String kind();

  /** An object; {@code source} is its text exactly as written, from brace to brace. */
  record Members(Place place, Map<String, Json> members, String source) implements Json {
    @Override
    public String kind() {
      return "an object";
    }
  }

  /** An array. */
  record Elements(Place place, List<Json> elements) implements Json {
    @Override
    public String kind() {
      return "an array";
    }
  }

  /** A string. */
  record Text(Place place, String value) implements Json {
    @Override
    public String kind() {
      return "the string \"" + value + "\"";
    }
  }

  /** A number, as it was written. */
  record Numeral(Place place, String value) implements Json {
    @Override
    public String kind() {
      return "the number " + value;
    }
  }

  /** True or false. */
  record Truth(Place place, boolean value) implements Json {
    @Override
    public String kind() {
      return Boolean.toString(value);
    }
  }

  /** Null. */
  record Nothing(Place place) implements Json {
    @Override
    public String kind() {
      return "null";
    }
  }
}
