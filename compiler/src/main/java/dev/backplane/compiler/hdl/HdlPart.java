package dev.backplane.compiler.hdl;

/**
 * What a node becomes: one instance, of a static unit or of one with memories around it, and the
 * files that are generated for the node.
 */
public sealed interface HdlPart permits HdlInstance, RomUnit, HdlFile {}
