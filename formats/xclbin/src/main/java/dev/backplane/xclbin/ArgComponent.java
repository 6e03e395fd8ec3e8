package dev.backplane.xclbin;

import java.util.OptionalInt;

/**
 * One {@code arg} element of a kernel: a whole argument, or a part of one if several elements have
 * its id.
 *
 * @param name its name
 * @param qualifier what it is
 * @param id the index of the argument; empty if the element is not an argument
 * @param port the name of the port a pointer or stream goes through, or that of the registers
 * @param size its size in the register map, in bytes
 * @param offset its place in the register map, in bytes
 * @param hostOffset its place in the value that a host passes, in bytes
 * @param hostSize its size in the value that a host passes, in bytes
 * @param type its C type, such as {@code int*}
 */
public record ArgComponent(
    String name,
    AddressQualifier qualifier,
    OptionalInt id,
    String port,
    long size,
    long offset,
    long hostOffset,
    long hostSize,
    String type) {

  static ArgComponent read(XmlElement e) {
    return new ArgComponent(
        e.required("name"),
        AddressQualifier.of(e.small("addressQualifier"))
            .orElseThrow(() -> e.bad("addressQualifier", "is not from 0 to 4")),
        e.text("id").isEmpty() ? OptionalInt.empty() : OptionalInt.of(e.small("id")),
        e.text("port"),
        e.number("size"),
        e.number("offset"),
        e.number("hostOffset"),
        e.number("hostSize"),
        e.text("type"));
  }

  void write(XmlWriter xml) {
    xml.open("arg")
        .attribute("name", name)
        .number("addressQualifier", qualifier.number())
        .attribute("id", id.isPresent() ? Integer.toString(id.getAsInt()) : "")
        .optional("port", port)
        .hex("size", size)
        .hex("offset", offset)
        .hex("hostOffset", hostOffset)
        .hex("hostSize", hostSize)
        .optional("type", type)
        .close();
  }
}
