package dev.backplane.compiler.hdl;

/**
 * A part of the hardware for a node. A node becomes one instance, of a static unit or of one with
 * memories around it; any number of sections before it, in the direction of the data; and the files
 * that are generated for the node.
 */
public sealed interface HdlPart permits HdlInstance, RomUnit, HdlSection, RomSection, HdlFile {}
