package dev.backplane.rtl.images;

/** An IP-XACT component of the shipped vector addition, as a packaging tool would write it. */
final class ComponentXmlText {
  static final String TEXT =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <spirit:component xmlns:spirit="http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009">
        <spirit:vendor>example.org</spirit:vendor>
        <spirit:library>kernel</spirit:library>
        <spirit:name>vadd</spirit:name>
        <spirit:version>1.0</spirit:version>
        <spirit:busInterfaces>
          <spirit:busInterface>
            <spirit:name>m_axi_gmem</spirit:name>
            <spirit:busType spirit:name="aximm"/>
            <spirit:master/>
          </spirit:busInterface>
          <spirit:busInterface>
            <spirit:name>s_axi_control</spirit:name>
            <spirit:busType spirit:name="aximm"/>
            <spirit:slave><spirit:memoryMapRef spirit:memoryMapRef="s_axi_control"/></spirit:slave>
            <spirit:parameters>
              <spirit:parameter>
                <spirit:name>DATA_WIDTH</spirit:name><spirit:value>32</spirit:value>
              </spirit:parameter>
            </spirit:parameters>
          </spirit:busInterface>
          <spirit:busInterface>
            <spirit:name>clk</spirit:name>
            <spirit:busType spirit:name="clock"/>
            <spirit:slave/>
            <spirit:portMaps><spirit:portMap>
              <spirit:logicalPort><spirit:name>CLK</spirit:name></spirit:logicalPort>
              <spirit:physicalPort><spirit:name>ap_clk</spirit:name></spirit:physicalPort>
            </spirit:portMap></spirit:portMaps>
            <spirit:parameters>
              <spirit:parameter>
                <spirit:name>FREQ_HZ</spirit:name><spirit:value>200000000</spirit:value>
              </spirit:parameter>
            </spirit:parameters>
          </spirit:busInterface>
          <spirit:busInterface>
            <spirit:name>interrupt</spirit:name>
            <spirit:busType spirit:name="interrupt"/>
            <spirit:master/>
          </spirit:busInterface>
        </spirit:busInterfaces>
        <spirit:memoryMaps>
          <spirit:memoryMap>
            <spirit:name>s_axi_control</spirit:name>
            <spirit:addressBlock>
              <spirit:name>reg0</spirit:name>
              <spirit:range>4096</spirit:range>
              <spirit:register>
                <spirit:name>CTRL</spirit:name>
                <spirit:addressOffset>0x0</spirit:addressOffset><spirit:size>32</spirit:size>
              </spirit:register>
              <spirit:register>
                <spirit:name>a</spirit:name>
                <spirit:addressOffset>0x10</spirit:addressOffset><spirit:size>64</spirit:size>
                <spirit:parameters><spirit:parameter>
                  <spirit:name>ASSOCIATED_BUSIF</spirit:name><spirit:value>m_axi_gmem</spirit:value>
                </spirit:parameter></spirit:parameters>
              </spirit:register>
              <spirit:register>
                <spirit:name>b</spirit:name>
                <spirit:addressOffset>0x1C</spirit:addressOffset><spirit:size>64</spirit:size>
                <spirit:parameters><spirit:parameter>
                  <spirit:name>ASSOCIATED_BUSIF</spirit:name><spirit:value>m_axi_gmem</spirit:value>
                </spirit:parameter></spirit:parameters>
              </spirit:register>
              <spirit:register>
                <spirit:name>c</spirit:name>
                <spirit:addressOffset>0x28</spirit:addressOffset><spirit:size>64</spirit:size>
                <spirit:parameters><spirit:parameter>
                  <spirit:name>ASSOCIATED_BUSIF</spirit:name><spirit:value>m_axi_gmem</spirit:value>
                </spirit:parameter></spirit:parameters>
              </spirit:register>
              <spirit:register>
                <spirit:name>n</spirit:name>
                <spirit:addressOffset>0x34</spirit:addressOffset><spirit:size>32</spirit:size>
              </spirit:register>
            </spirit:addressBlock>
          </spirit:memoryMap>
        </spirit:memoryMaps>
        <spirit:model>
          <spirit:views><spirit:view>
            <spirit:name>xilinx_anylanguagesynthesis</spirit:name>
            <spirit:envIdentifier>:vivado.xilinx.com:synthesis</spirit:envIdentifier>
            <spirit:modelName>vadd</spirit:modelName>
            <spirit:fileSetRef><spirit:localName>files</spirit:localName></spirit:fileSetRef>
          </spirit:view></spirit:views>
          <spirit:ports>
            <spirit:port>
              <spirit:name>m_axi_gmem_araddr</spirit:name>
              <spirit:wire>
                <spirit:direction>out</spirit:direction>
                <spirit:vector><spirit:left>63</spirit:left><spirit:right>0</spirit:right></spirit:vector>
              </spirit:wire>
            </spirit:port>
            <spirit:port>
              <spirit:name>ap_clk</spirit:name>
              <spirit:wire><spirit:direction>in</spirit:direction></spirit:wire>
            </spirit:port>
          </spirit:ports>
        </spirit:model>
        <spirit:fileSets>
          <spirit:fileSet>
            <spirit:name>files</spirit:name>
            <spirit:file>
              <spirit:name>ap_ctrl_hs.sv</spirit:name>
              <spirit:fileType>systemVerilogSource</spirit:fileType>
            </spirit:file>
            <spirit:file>
              <spirit:name>vadd.sv</spirit:name>
              <spirit:fileType>systemVerilogSource</spirit:fileType>
            </spirit:file>
          </spirit:fileSet>
        </spirit:fileSets>
      </spirit:component>
      """;

  private ComponentXmlText() {}
}
